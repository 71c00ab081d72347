import { createServer } from 'node:http';

/** Counts and states of the bridge, for a scraper and for supervisors. */
export type Metrics = {
  count: (name: CounterName, label?: string, by?: number) => void;
  set: (name: GaugeName, value: number) => void;
  isHealthy: () => boolean;
  render: () => string;
};

type CounterName = keyof typeof COUNTERS;
type GaugeName = keyof typeof GAUGES;

const COUNTERS = {
  deliveries: ['waygate_bridge_deliveries_total', 'Deliveries by their result.', 'result'],
  accounts: [
    'waygate_bridge_account_commands_total',
    'Commands about game accounts by their result.',
    'result',
  ],
  failures: ['waygate_bridge_failures_total', 'Calls that failed, to the portal or to the game.', 'of'],
} as const;

const GAUGES = {
  portalUp: ['waygate_bridge_portal_up', 'Whether the portal answers.'],
  gameUp: ['waygate_bridge_game_up', "Whether the game's database answers."],
  lastLease: ['waygate_bridge_last_lease_timestamp_seconds', 'When the portal last answered a lease.'],
  clockDifference: ['waygate_bridge_clock_difference_seconds', "By how much the portal's clock is ahead."],
  playersOnline: ['waygate_bridge_players_online', 'Players online, as last reported.'],
} as const;

/** Without a lease for so long, the bridge isn't healthy. */
const SILENCE_SECONDS = 120;

export function createMetrics(now: () => number = Date.now): Metrics {
  const counts = new Map<CounterName, Map<string, number>>();
  const values = new Map<GaugeName, number>();
  return {
    count: (name, label = '', by = 1) => {
      const labels = counts.get(name) ?? new Map<string, number>();
      counts.set(name, labels.set(label, (labels.get(label) ?? 0) + by));
    },
    set: (name, value) => void values.set(name, value),
    isHealthy: () =>
      values.get('portalUp') === 1 &&
      values.get('gameUp') === 1 &&
      now() / 1000 - (values.get('lastLease') ?? 0) < SILENCE_SECONDS,
    render: () => {
      const lines: string[] = [];
      for (const [name, labels] of counts) {
        const [metric, help, label] = COUNTERS[name];
        lines.push(`# HELP ${metric} ${help}`, `# TYPE ${metric} counter`);
        for (const [value, count] of labels) lines.push(`${metric}{${label}="${value}"} ${count}`);
      }
      for (const [name, value] of values) {
        const [metric, help] = GAUGES[name];
        lines.push(`# HELP ${metric} ${help}`, `# TYPE ${metric} gauge`, `${metric} ${value}`);
      }
      lines.push(
        '# HELP process_resident_memory_bytes Resident memory.',
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      );
      return `${lines.join('\n')}\n`;
    },
  };
}

/** Serves /metrics and /healthz. @returns the address it listens on, and how to stop */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.url === '/metrics') return answer(200, 'text/plain; version=0.0.4', metrics.render());
    if (request.url !== '/healthz') return answer(404, 'text/plain', 'See /healthz and /metrics.\n');
    const isHealthy = metrics.isHealthy();
    return answer(isHealthy ? 200 : 503, 'application/json', `${JSON.stringify({ isHealthy })}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
