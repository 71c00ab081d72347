import type { VariableName } from '#platform/config/config.ts';
import { faultOf } from '#platform/config/config.ts';
import { tryDatabase } from '#platform/db/try-database.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { verifySmtp } from '#platform/mail/smtp-transport.ts';
import { observeProxy } from './observe-proxy.ts';
import type { Answered, Answers, Question } from './prompter.ts';
import { publicOriginOf } from './public-origin.ts';
import { hasOtherAddress, testPayments, testTwitch } from './service-steps.ts';
import { SetupFault } from './setup-fault.ts';

/** Variables by name. */
export type Values = Partial<Record<VariableName, string>>;

/** What a test may set besides the answers, and what it found out. */
export type Tested = {
  set?: Values;
  reports: string[];
  /** What has to wait until the file is written. @throws SetupFault */
  afterwards?: () => Promise<void>;
};

export type Step = {
  title: string;
  /** What is set, without secrets; undefined: nothing is. */
  describe: (values: Values) => string | undefined;
  questions: (values: Values) => Question[];
  /** Whether an earlier answer has to be tested again, although nobody wants the step. */
  isOutdated?: (values: Values, before: Values) => boolean;
  /**
   * @param values as they are with the answers
   * @param before as the file has them: a run that was interrupted has changed nothing there
   * @throws SetupFault
   */
  test: (values: Values, context: { answers: Answers; before: Values; bases: Bases }) => Promise<Tested>;
};

/** Other servers for Stripe and Twitch, for tests. */
export type Bases = Pick<Values, 'STRIPE_API_BASE' | 'TWITCH_API_BASE' | 'TWITCH_AUTH_BASE'>;

const SMTP_TIMEOUT_MS = 10_000;
export const EMBEDDED = 'embedded';

/** A question about one variable, with the check of the configuration. */
function about(name: VariableName, message: string, options: Partial<Question> = {}): Question {
  return { name, message, validate: (answer) => faultOf(name, answer), ...options };
}

/** In the order in which they are asked. */
export const STEPS: Step[] = [
  {
    title: 'Brand and owner',
    describe: ({ BRAND_NAME: name, OWNER_EMAIL: owner }) =>
      name && `${name}, owner ${owner ?? 'without an address'}`,
    questions: ({ BRAND_NAME: name, BRAND_COMMUNITY_URL: chat, OWNER_EMAIL: owner }) => [
      about('BRAND_NAME', 'What is your game server called?', initialOf(name)),
      about(
        'BRAND_COMMUNITY_URL',
        'Where is its chat? An invite such as https://discord.gg/…',
        initialOf(chat),
      ),
      about('OWNER_EMAIL', "What is the owner's e-mail address?", initialOf(owner)),
    ],
    test: async () => ({ reports: [] }),
  },
  {
    title: 'Public address',
    describe: ({ PUBLIC_ORIGIN: origin, TRUST_PROXY: proxies }) =>
      origin && `${origin}, proxies: ${proxies ?? 'none'}`,
    questions: ({ PUBLIC_ORIGIN: origin }) => [
      about(
        'PUBLIC_ORIGIN',
        'Which address do visitors use? Such as https://play.example.com',
        initialOf(origin),
      ),
    ],
    test: testAddress,
  },
  {
    title: 'Database',
    describe: ({ DATABASE_URL: url, DATA_DIR: folder }) =>
      url ? `PostgreSQL at ${URL.parse(url)?.host}` : folder && 'the embedded PostgreSQL',
    questions: () => [
      {
        name: 'DATABASE_URL',
        message: `Which PostgreSQL? postgres://user:password@host/database, or '${EMBEDDED}' for the one that comes along`,
        isSecret: true,
        validate: (answer) => (answer === EMBEDDED ? undefined : faultOf('DATABASE_URL', answer)),
      },
      about('DATA_DIR', 'In which folder are files kept?', { initial: '/var/lib/waygate' }),
    ],
    test: testDatabase,
  },
  {
    title: 'Mail',
    describe: ({ SMTP_URL: url, MAIL_FROM: from }) => url && `${from} by ${URL.parse(url)?.host}`,
    questions: ({ MAIL_FROM: from, OWNER_EMAIL: owner }) => [
      about('SMTP_URL', 'Which server sends mail? smtps://user:password@mail.example.com', {
        isSecret: true,
      }),
      about('MAIL_FROM', 'Who sends it? My Server <no-reply@example.com>', initialOf(from)),
      { name: 'TEST_MAIL_TO', message: 'Where does a test mail go?', ...initialOf(owner) },
    ],
    test: testMail,
  },
  {
    title: 'Payments by Stripe',
    describe: ({ STRIPE_SECRET_KEY: key }) => key && `a key that begins with ${key.slice(0, 8)}`,
    questions: () => [
      about('STRIPE_SECRET_KEY', 'Which secret or restricted key? sk_live_… or rk_live_…', {
        isSecret: true,
      }),
    ],
    isOutdated: hasOtherAddress,
    test: testPayments,
  },
  {
    title: 'Drops on Twitch',
    describe: ({ TWITCH_CLIENT_ID: id, TWITCH_GAME_IDS: games }) =>
      id && `application ${id}, categories ${games}`,
    questions: ({ TWITCH_CLIENT_ID: id }) => [
      about(
        'TWITCH_CLIENT_ID',
        "What is the application's client id? (https://dev.twitch.tv/console/apps)",
        initialOf(id),
      ),
      about('TWITCH_CLIENT_SECRET', 'And its client secret?', { isSecret: true }),
      { name: 'TWITCH_CATEGORIES', message: 'Which categories count? Their names, separated by commas' },
    ],
    test: testTwitch,
  },
  {
    title: 'Game server',
    describe: ({ BRIDGE_ADDRESSES: addresses }) => addresses && `its bridge calls from ${addresses}`,
    questions: ({ BRIDGE_ADDRESSES: addresses }) => [
      about('BRIDGE_ADDRESSES', "Which IP address does the game's machine call from?", {
        initial: addresses ?? '127.0.0.1',
      }),
    ],
    test: async () => ({
      reports: ["The first start creates the bridge's token. See docs/games for its configuration."],
    }),
  },
];

function initialOf(value: string | undefined): { initial?: string } {
  return value === undefined ? {} : { initial: value };
}

async function testAddress(values: Values): Promise<Tested> {
  const { HOST = '127.0.0.1', PORT = '3000' } = values;
  const origin = publicOriginOf(values);
  if (origin === undefined) throw new SetupFault('An address is needed.');
  const found = await observeProxy({ origin, host: HOST, port: Number(PORT) });
  if ('proxies' in found) {
    const { proxies } = found;
    const set: Values = { PUBLIC_ORIGIN: origin, TRUST_PROXY: proxies === 1 ? 'on' : String(proxies) };
    return {
      set,
      reports: [`${origin} leads here through ${proxies === 1 ? 'one proxy' : `${proxies} proxies`}.`],
    };
  }
  const reports = [
    `${origin} can't be tested yet: ${found.unknown}. Run the setup again once the proxy is there.`,
  ];
  // The portal speaks no TLS, so https means a proxy.
  const proxies = values.TRUST_PROXY || (origin.startsWith('https:') ? 'on' : 'off');
  return { set: { PUBLIC_ORIGIN: origin, TRUST_PROXY: proxies }, reports };
}

async function testDatabase({ DATABASE_URL: url = EMBEDDED }: Values): Promise<Tested> {
  if (url === EMBEDDED)
    return { set: { DATABASE_URL: '' }, reports: ['The first start creates the database.'] };
  try {
    return { reports: [`PostgreSQL ${await tryDatabase(url)} answers, and tables can be created there.`] };
  } catch (error) {
    throw new SetupFault(`The database can't be used: ${messageOf(error)}`);
  }
}

async function testMail(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, BRAND_NAME: brand = 'Waygate' }: Values,
  { answers }: { answers: Partial<Record<Answered, string>> },
): Promise<Tested> {
  if (smtpUrl === undefined || smtpUrl === '') throw new SetupFault('A mail server is needed.');
  if (from === undefined || from === '') throw new SetupFault('A sender is needed.');
  const to = answers.TEST_MAIL_TO;
  const text = "It was sent by 'waygate setup'. Mail works.";
  const mail = to === undefined ? undefined : { from, to, subject: `A test mail of ${brand}`, text };
  try {
    await verifySmtp({ smtpUrl, timeoutMs: SMTP_TIMEOUT_MS }, mail);
  } catch (error) {
    throw new SetupFault(`The mail server refuses or doesn't answer: ${messageOf(error)}`);
  }
  return { reports: [mail ? `A test mail is on its way to ${to}.` : 'The mail server accepts the sign-in.'] };
}
