import { ensureOwner } from '#features/accounts/accounts.ts';
import { fillCommunity, HoldsPortal, requireNewOrDemo, startPulse } from '#features/demo/demo.ts';
import { type Program, StartError } from '#app/run-program.ts';
import { seed } from '#app/seed.ts';
import { type Roles, startPortal } from '#app/start-portal.ts';
import { createPasswords } from '#platform/auth/passwords.ts';
import { createToken } from '#platform/auth/tokens.ts';
import { type Connection, type Database, openDatabase } from '#platform/db/database.ts';
import { createPictures } from '#platform/pictures/pictures.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { createTokenBox } from '#platform/twitch/token-box.ts';
import { ensureTokenKeys } from '#platform/twitch/token-key-file.ts';
import { claimDemoFolder } from './demo-folder.ts';
import { keepDemoTwitch } from './demo-twitch.ts';

const PLAYER = 'Wren_Hollow';
/** Those of the portal's own pool come on top. */
const CONNECTIONS = 2;

/**
 * Serves the demo of the configured data folder; the first start fills it.
 *
 * @throws StartError for a folder or a database that holds anything else
 */
export async function startDemo(
  program: Program,
  roles: Pick<Roles, 'createPages' | 'isWorker'>,
): Promise<void> {
  const { config, print } = program;
  const { file, password } = await claimDemoFolder(config.dataDir);
  await startPortal(program, {
    ...roles,
    prepareDemo: (connection) => prepare(program, { connection, password }),
  });
  print(
    `Owner:    ${config.owner.name}\nPlayer:   ${PLAYER}\nPassword: ${password}   (of both; kept in ${file})`,
  );
}

async function prepare(
  program: Program,
  { connection, password }: { connection: Connection; password: string },
): Promise<void> {
  const { log, shutdown } = program;
  const { db, close } = openDatabase({ connection, maxConnections: CONNECTIONS, log });
  shutdown.add("the demo's connections", close);
  await fill(program, { db, password });
  const pulse = await startPulse({ db, log });
  shutdown.add("the demo's game servers", pulse.stop);
}

async function fill(program: Program, { db, password }: { db: Database; password: string }): Promise<void> {
  const { config, print } = program;
  const { dataDir, publicOrigin, brand, twitch } = config;
  await requireNewOrDemo(db).catch(refuse);
  const passwords = createPasswords();
  await ensureOwner(db, passwords, { ...config.owner, password });
  await seed({ db, config, storage: await createStorage(config), pictures: createPictures() });
  const box = createTokenBox(await ensureTokenKeys(dataDir));
  const gameId = twitch.provider === 'off' ? '' : (twitch.gameIds[0] ?? '');
  const isNew = await fillCommunity(db, {
    now: new Date(),
    origin: publicOrigin,
    brandName: brand.name,
    player: { name: PLAYER, passwordHash: await passwords.hash(password) },
    passwordHash: await passwords.hash(createToken()),
    seal: box.seal,
    keepTwitch: (people) => keepDemoTwitch(dataDir, people, gameId),
  }).catch(refuse);
  if (isNew) print('The demo is filled.');
}

function refuse(error: unknown): never {
  throw error instanceof HoldsPortal ? new StartError(`${error.message} Nothing in it was changed.`) : error;
}
