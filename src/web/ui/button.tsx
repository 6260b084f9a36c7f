import type { ComponentProps } from 'react'
import css from './button.module.css'

/** `main`: the one action of a screen. `quiet`: beside it. `plain`: text alone. `icon`: a 44 px square. */
export type ButtonKind = 'main' | 'quiet' | 'plain' | 'danger' | 'icon'

/** The class of a button, for links that look like one. */
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
