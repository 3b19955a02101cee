// Preloaded into the wrangler process (`node --import`). When the world is gone, even by SIGKILL, the channel to it
// closes, and wrangler ends in good order together with its workerd processes.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
