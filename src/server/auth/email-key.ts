/** An e-mail address as addresses are compared: composed and without regard to case. */
export function emailKey(email: string): string {
	return email.normalize('NFC').toLowerCase()
}
