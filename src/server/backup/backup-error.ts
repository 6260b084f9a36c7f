/** A backup, restore or move was refused or failed, and has changed nothing. The message tells the operator why. */
export class BackupError extends Error {}
