// The next major version of pg has no queue: statements sent to one connection at once, as by Promise.all in a transaction, fail
// there. The driver warns once in a process, so the run fails whichever file was first.
const WARNING = 'client.query() when the client is already executing a query';

function refuse(warning: Error): void {
  if (warning.message.includes(WARNING)) throw warning;
}

process.on('warning', refuse);
