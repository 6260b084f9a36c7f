// Preloaded by scripts/site-process.mjs: shuts the site down gracefully when its parent process is gone.

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel would keep a closed site running
process.channel?.unref()
