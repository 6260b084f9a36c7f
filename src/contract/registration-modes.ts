/** Who may create an account: everyone, with a moderator's approval, with an invite, or no one. */
export const REGISTRATION_MODES = ['open', 'approval', 'invite', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]
