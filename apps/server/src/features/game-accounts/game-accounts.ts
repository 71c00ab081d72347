// Accounts in games: their credentials, and the commands that bridges carry out.
export type { OnActivated } from './bridge.service.ts';
export { deleteOldCommands } from './commands.queries.ts';
export { gameAccounts } from './game-accounts.tables.ts';
export { observeGameAccounts } from './observe.ts';
export { createUsePortalPassword } from './same-password.service.ts';
