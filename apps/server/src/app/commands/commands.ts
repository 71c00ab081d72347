import { type Command, JSON_OPTION } from './command.ts';

/** In the order of `waygate --help`. */
export const COMMANDS: Command[] = [
  {
    name: 'start',
    summary: 'serve the portal and work on its jobs, in one process',
    usage: '',
    load: async () => (await import('./start.command.ts')).start,
  },
  {
    name: 'api',
    summary: 'serve the portal; workers run the jobs',
    usage: '',
    load: async () => (await import('./api.command.ts')).api,
  },
  {
    name: 'worker',
    summary: 'run jobs and their schedules; serves no pages',
    usage: '',
    load: async () => (await import('./worker.command.ts')).worker,
  },
  {
    name: 'migrate',
    summary: 'run the pending migrations, then exit',
    usage: '[--json]',
    options: JSON_OPTION,
    load: async () => (await import('./migrate.command.ts')).migrate,
  },
  {
    name: 'setup',
    summary: 'ask for the settings, test each answer, and write them to a file',
    usage: '[--file <path>] [--answers <file>] [--json]',
    details: `  --file <path>      the file to write; otherwise WAYGATE_ENV_FILE, or .env in this folder
  --answers <file>   take the answers from a JSON file, by the names of variables, and TWITCH_CATEGORIES,
                     TEST_MAIL_TO, PROXY (caddy or nginx) and SYSTEMD (yes)

It may be repeated: it shows what is set, without secrets, and changes only what is answered.`,
    options: { ...JSON_OPTION, file: { type: 'string' }, answers: { type: 'string' } },
    load: async () => (await import('./setup.command.ts')).setup,
  },
  {
    name: 'doctor',
    summary: 'find what is wrong with this portal, and what fixes it',
    usage: '[--fix] [--mail <address>] [--report <file>] [--json]',
    details: `  --fix              take from other users of this machine what they must not read or change
  --mail <address>   also send a test mail
  --report <file>    write the findings to a file for a bug report, without secrets

Without --fix and --mail it reads only. It takes less than ten seconds, and ends with 1 if there is a problem.`,
    options: {
      ...JSON_OPTION,
      fix: { type: 'boolean' },
      mail: { type: 'string' },
      report: { type: 'string' },
    },
    load: async () => (await import('./doctor.command.ts')).doctor,
  },
  {
    name: 'backup',
    summary: 'back up the portal while it runs, and verify the backup',
    usage: '[--to <folder or s3://bucket/prefix>] [--list] [--end-schedule] [--json]',
    details: `  --to <place>     where to; BACKUP_TO by default
  --list           list the complete backups of the place instead
  --end-schedule   instead, expect no scheduled backups any more: after BACKUP_TO was taken from every worker

The backup is read back before it counts. Keys are part of it if BACKUP_PASSPHRASE is set.`,
    options: {
      ...JSON_OPTION,
      to: { type: 'string' },
      list: { type: 'boolean' },
      'end-schedule': { type: 'boolean' },
    },
    load: async () => (await import('./backup.command.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'replace the portal by a backup, while it is stopped',
    usage:
      '<name or latest> [--check] [--from <folder or s3://bucket/prefix>] [--yes] [--other-portal] [--drop-others] [--json]',
    details: `  --check          only try it: read everything, open the keys, and load the rows into a database that is removed
                   afterwards; the portal may run
  --from <place>   where the backup is; BACKUP_TO by default
  --yes            replace what is there without asking
  --other-portal   the backup may be of another portal than the one that it replaces
  --drop-others    drop tables and functions that this release doesn't create, too

'latest' is the newest backup of the portal that it replaces. Checksums and versions are compared first. An
interrupted restore is run again; until then, nothing starts.`,
    options: {
      ...JSON_OPTION,
      check: { type: 'boolean' },
      from: { type: 'string' },
      yes: { type: 'boolean' },
      'other-portal': { type: 'boolean' },
      'drop-others': { type: 'boolean' },
    },
    maxWords: 1,
    load: async () => (await import('./restore.command.ts')).restore,
  },
  {
    name: 'move',
    summary: 'move the database to another PostgreSQL, while the portal is stopped',
    usage: '--to postgres://user:password@host/database | --cancel [--json]',
    details: `  --to <address>   an empty database
  --cancel         use the old database again

Every table is compared by its rows and a checksum. An interrupted move goes on where it stopped. From its
beginning on, nothing starts on the old database.`,
    options: { ...JSON_OPTION, to: { type: 'string' }, cancel: { type: 'boolean' } },
    load: async () => (await import('./move.command.ts')).move,
  },
  {
    name: 'update',
    summary: 'update to a release archive, and go back if it does not become ready',
    usage:
      '<file or https address> | --rollback [--dry-run] [--sha256 <sum>] [--backup-to <place>] [--no-backup] [--restart <command>] [--ready-within <seconds>] [--ignore-problems] [--accept-contract] [--json]',
    details: `  --rollback                go back to the release before, or undo an interrupted update
  --dry-run                 check the archive and this portal, and change nothing
  --sha256 <sum>            of the archive; otherwise the file next to it, with .sha256 after its name
  --backup-to <place>       where the backup goes; BACKUP_TO by default
  --no-backup               make none
  --restart <command>       restarts the portal; otherwise units of systemd that start from this installation
  --ready-within <seconds>  until the new release counts as broken; 60 by default
  --ignore-problems         update although the doctor finds problems
  --accept-contract         also run migrations after which the old release can't start any more

An interrupted update is finished, or undone if the release doesn't become ready, by running it again.`,
    options: {
      ...JSON_OPTION,
      rollback: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      sha256: { type: 'string' },
      'backup-to': { type: 'string' },
      'no-backup': { type: 'boolean' },
      restart: { type: 'string' },
      'ready-within': { type: 'string' },
      'ignore-problems': { type: 'boolean' },
      'accept-contract': { type: 'boolean' },
    },
    maxWords: 1,
    load: async () => (await import('./update.command.ts')).update,
  },
  {
    name: 'bridge-token',
    summary: 'list, add, revoke or rotate tokens of game bridges',
    usage: 'list|add|revoke|rotate [<label or id>] [--server <short name or id>] [--json]',
    details: `  list             list the tokens of all servers, or of one, newest first
  add [label]      add a token; the others stay valid
  revoke <id>      revoke a token immediately
  rotate [label]   add a token and revoke all others of the server

Without --server, it is about the first server.`,
    options: { ...JSON_OPTION, server: { type: 'string' } },
    maxWords: 2,
    load: async () => (await import('./bridge-token.command.ts')).bridgeToken,
  },
  {
    name: 'owner-recovery',
    summary: "print a link that sets a new password for an owner's account",
    usage: '[<name or e-mail>] [--promote] [--json]',
    details: `  --promote   make the account an owner, if it isn't one

Without a name, it is the first owner. The link works once, for one hour; a ban of the account is lifted. The
audit log keeps it.`,
    options: { ...JSON_OPTION, promote: { type: 'boolean' } },
    maxWords: 1,
    load: async () => (await import('./owner-recovery.command.ts')).ownerRecovery,
  },
  {
    name: 'demo',
    summary: 'serve a filled demo on its own data folder',
    usage: '[--data <folder>]',
    details: `  --data <folder>   a new folder, or one of a demo; ./demo-data by default

The first start fills it with a small community: players, game servers, three months of orders, a season of drops. Payments
and Twitch are simulated, no mail leaves this machine, and no game fetches its deliveries. Of the settings, only PORT,
LOG_LEVEL and the brand count. The sign-in is printed at each start.`,
    options: { data: { type: 'string' } },
    load: async () => (await import('./demo.command.ts')).demo,
  },
  {
    name: 'twitch-simulator',
    summary: 'run the simulated Twitch alone, in local mode',
    usage: '',
    load: async () => (await import('./twitch-simulator.command.ts')).twitchSimulator,
  },
  {
    name: 'version',
    summary: 'print the versions of Waygate and Node',
    usage: '[--json]',
    options: JSON_OPTION,
    load: async () => (await import('./version.command.ts')).version,
  },
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
