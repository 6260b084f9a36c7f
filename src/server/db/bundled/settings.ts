/** The settings of the bundled server, for a small machine: one process of a site, or a few. */
export function listSettings(socketFolder: string): Record<string, string> {
	return {
		listen_addresses: '',
		unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
		unix_socket_permissions: '0600',
		max_connections: '40',
		superuser_reserved_connections: '0',
		shared_buffers: '64MB',
		max_wal_size: '256MB',
		min_wal_size: '32MB',
		// Nothing streams from it
		wal_level: 'minimal',
		max_wal_senders: '0',
		fsync: 'on',
		synchronous_commit: 'on',
		jit: 'off',
		// A container may have 64 MB of shared memory, and the processors belong to the site
		max_parallel_workers_per_gather: '0',
		max_parallel_maintenance_workers: '0',
		max_worker_processes: '2',
		max_logical_replication_workers: '0',
		io_method: 'sync',
		maintenance_work_mem: '64MB',
		autovacuum_max_workers: '2',
		timezone: 'UTC',
		log_timezone: 'UTC',
		// Not what people have typed: errors of statements are the site's to log
		log_min_messages: 'log',
		log_min_error_statement: 'panic',
		log_error_verbosity: 'terse',
		log_checkpoints: 'off',
	}
}
