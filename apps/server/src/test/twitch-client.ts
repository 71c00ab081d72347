import { inspect } from 'node:util';
import { onTestFinished } from 'vitest';
import { createTwitchClient, type TwitchClient } from '#platform/twitch/twitch-client.ts';
import { captureLog } from './captured-log.ts';
import { startTwitchServer, type TwitchServer, useTwitchThatAnswers } from './twitch-server.ts';

export type ClientOfTwitch = {
  twitch: TwitchServer;
  client: TwitchClient;
  /** What the work failed with; looked through for secrets when the test ends. */
  failureOf: (work: Promise<unknown>) => Promise<unknown>;
  /** A client of a Twitch that answers every call in one way. */
  useOther: (answer: Parameters<typeof useTwitchThatAnswers>[0]) => Promise<TwitchClient>;
};

/** A client of a simulated Twitch. The test fails in the end if any failure that it has seen exposes a secret. */
export async function useTwitchClient(): Promise<ClientOfTwitch> {
  const twitch = await startTwitchServer();
  const failures: unknown[] = [];
  onTestFinished(async () => {
    await twitch.close();
    const text = textOf(failures);
    if (twitch.secrets().some((secret) => text.includes(secret)))
      throw new Error(`A secret was exposed: ${text}`);
  });
  return clientOf(twitch, failures);
}

function clientOf(twitch: TwitchServer, failures: unknown[]): ClientOfTwitch {
  return {
    twitch,
    client: createTwitchClient(twitch.application),
    failureOf: async (work) => {
      const failure = await work.then(
        (value) => Promise.reject(new Error(`It did not fail, but gave ${JSON.stringify(value)}`)),
        (error: unknown) => error,
      );
      failures.push(failure);
      return failure;
    },
    useOther: async (answer) =>
      createTwitchClient({ ...twitch.application, ...(await useTwitchThatAnswers(answer)) }),
  };
}

/** All that a log, or somebody with a debugger, gets to see. */
function textOf(errors: unknown[]): string {
  const { log, text } = captureLog();
  for (const err of errors) log.error({ err }, 'failed');
  return `${errors.map((error) => inspect(error, { depth: 10, showHidden: true })).join()}${text()}`;
}
