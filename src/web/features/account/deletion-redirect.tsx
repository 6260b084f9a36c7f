import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { forgetAccount } from './forget-account.ts'

interface DeletedAccountProps {
	userId: string
	confirmationCode: string
}

/** What stands in the place of the settings once the account is deleted: the way to the page that tells how far that is. */
export function DeletedAccount({ userId, confirmationCode }: DeletedAccountProps) {
	// What the browser keeps is outside of React; as long as it was there, so was the form that would ask to be saved.
	useEffect(() => forgetAccount(userId), [userId])
	return <Navigate to={paths.dataDeletionStatus(confirmationCode)} replace />
}
