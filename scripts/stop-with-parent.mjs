// Preloaded by scripts/start.mjs: closes the site in order when the process that started it is gone.

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening would keep a site alive that has closed everything else.
process.channel?.unref()
