import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  examine,
  type Finding,
  readConfigIfValid,
  renderFindings,
  repairFiles,
} from '#features/doctor/doctor.ts';
import { ALERT_CONDITIONS } from '#app/alert-conditions.ts';
import { findEnvFiles } from '#app/env-files.ts';
import type { Config } from '#platform/config/config.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { findEmbeddedPostgres } from '#platform/db/embedded-postgres.ts';
import { readVersion } from '#platform/files/read-version.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { type Arguments, UsageError } from './command.ts';

/** The checks run at once, and several ask the database. */
const CONNECTIONS = 5;
const OWNER_ONLY = 0o600;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Examines the portal; with --fix, does what is safe first. Ends with 1 if there is a problem. */
export async function doctor({ values }: Arguments): Promise<void> {
  const { json, mail, report, fix } = values;
  if (typeof mail === 'string' && !ADDRESS.test(mail)) throw new UsageError('--mail needs an address.');
  if (fix === true) await fixFiles();
  const findings = await examineHere(typeof mail === 'string' ? mail : undefined);
  if (typeof report === 'string') await writeReport(report, findings);
  const isColoured = process.stdout.isTTY && process.env.NO_COLOR === undefined;
  console.log(json === true ? JSON.stringify(findings) : renderFindings(findings, { isColoured }));
  // A check that hangs, or a connection of it, holds the process otherwise.
  process.exit(findings.some(({ state }) => state === 'problem') ? 1 : 0);
}

/** What is safe to do without asking: files that others can read or change. */
async function fixFiles(): Promise<void> {
  const repaired = await repairFiles(findDataDir(readConfigIfValid(process.env)), findEnvFiles());
  for (const command of repaired) console.error(`Fixed: ${command}`);
}

function findDataDir(config: Config | undefined): string {
  return config?.dataDir ?? path.resolve(process.env.DATA_DIR ?? 'data');
}

function examineHere(mailTo: string | undefined): Promise<Finding[]> {
  const config = readConfigIfValid(process.env);
  const connection = config && findConnection(config);
  return examine({
    environment: process.env,
    dataDir: findDataDir(config),
    envFiles: findEnvFiles(),
    database:
      connection &&
      openDatabase({ connection, maxConnections: CONNECTIONS, log: createLogger({ level: 'silent' }) }),
    noDatabase: config
      ? "The embedded database doesn't run. Start the portal, then run the doctor again."
      : "The database can't be determined: fix the configuration first.",
    alertConditions: ALERT_CONDITIONS,
    mailTo,
  });
}

function findConnection({ databaseUrl, dataDir }: Config): Connection | undefined {
  return databaseUrl === undefined ? findEmbeddedPostgres(dataDir) : { connectionString: databaseUrl };
}

/** To attach to a bug report. The findings hold no secrets. */
async function writeReport(file: string, findings: Finding[]): Promise<void> {
  const versions = { waygate: await readVersion(), node: process.versions.node };
  const machine = `${process.platform} ${process.arch}`;
  const content = { createdAt: new Date().toISOString(), ...versions, machine, findings };
  // An existing file would keep its mode.
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: OWNER_ONLY, flag: 'wx' });
}
