import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import setting from '#web/ui/editable-setting.module.css'
import { SettingsSection } from '#web/ui/settings-section.tsx'

/** The settings section that leads to the play time that programs report. */
export function PlayReportsSection() {
	return (
		<SettingsSection title="Play time" lead="Sessions that your launchers and scripts report.">
			<div className={setting.setting}>
				<Link className={buttonClass('quiet')} to={paths.playReports()}>
					Programs and Games
				</Link>
			</div>
		</SettingsSection>
	)
}
