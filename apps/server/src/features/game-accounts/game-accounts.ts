// Accounts in games: their credentials, and the commands that bridges carry out.
export { deleteOldCommands } from './commands.queries.ts';
export { observeGameAccounts } from './observe.ts';
export { createRevokeInGames } from './stolen-password.service.ts';
export { createUsePortalPassword } from './same-password.service.ts';
