import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import setting from '#web/ui/editable-setting.module.css'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { TITLE } from './import-words.ts'
import { SourceCards } from './source-choice.tsx'
import { useSources } from './use-sources.ts'

/** The settings section that leads to imports. */
export function ImportsSection() {
	const { main } = useSources()
	return (
		<SettingsSection title="Bring your games" lead="From other sites, launchers, or a file of your own.">
			<div className={setting.setting}>
				<SourceCards sources={main} current={null} />
				<Link className={buttonClass('quiet')} to={paths.imports()}>
					{TITLE}
				</Link>
			</div>
		</SettingsSection>
	)
}
