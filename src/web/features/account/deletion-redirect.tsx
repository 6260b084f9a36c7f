import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { clearAccountData } from './forget-account.ts'

interface DeletionRedirectProps {
	userId: string
	confirmationCode: string
}

/** Clears the deleted account's data from this browser and redirects to the deletion status page. */
export function DeletionRedirect({ userId, confirmationCode }: DeletionRedirectProps) {
	// Storage is outside React. The settings form, which would prompt about unsaved changes, has unmounted by now.
	useEffect(() => clearAccountData(userId), [userId])
	return <Navigate to={paths.dataDeletionStatus(confirmationCode)} replace />
}
