import type { ComponentProps } from 'react'
import css from './button.module.css'

/** `main`: the primary action of a screen. `quiet`: a secondary one. `plain`: text only. `icon`: a 44 px square. */
export type ButtonKind = 'main' | 'quiet' | 'plain' | 'danger' | 'icon'

/** Returns the class of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind): string {
	return kind === 'icon' ? `${css.icon}` : `${css.button} ${css[kind]}`
}

export function Button({
	kind = 'quiet',
	type = 'button',
	...rest
}: { kind?: ButtonKind } & Omit<ComponentProps<'button'>, 'className'>) {
	return <button type={type} className={buttonClass(kind)} {...rest} />
}
