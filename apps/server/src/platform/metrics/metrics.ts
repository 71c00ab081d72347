import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sharePending } from '#platform/queue/share-pending.ts';

export type Metrics = {
  observeRequest: (request: ObservedRequest) => void;
  observeJob: (job: { name: string; outcome: 'completed' | 'failed'; seconds: number }) => void;
  /** Registers a counter with one label, once for each name. @returns adds one for a value of the label */
  counter: (name: string, help: string, label: string) => (value: string) => void;
  /** Registers a gauge that is read at each scrape; NaN when reading fails. */
  gauge: (name: string, help: string, read: () => Promise<number> | number) => void;
  /**
   * Registers gauges with one label that are read together, once for each scrape.
   *
   * @param gauges the help of each, by its name
   * @param read a value of each gauge for each value of the label. If it fails, the gauges have no values
   */
  gaugesByLabel: <Name extends string>(
    label: string,
    gauges: Record<Name, string>,
    read: () => Promise<({ label: string } & Record<NoInfer<Name>, number>)[]>,
  ) => void;
  /** Prometheus' text format. */
  render: () => Promise<{ contentType: string; body: string }>;
};

type ObservedRequest = { method: string; route: string; statusCode: number; seconds: number };

/** How many requests are counted in a row, which takes less than a millisecond. */
const REQUESTS_AT_ONCE = 100;

/** Creates this process's registry, with Node's default metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'waygate_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
    collect: () => observeWaiting(),
  });
  // Between other work the library takes a tenth of a cached answer's time to count a request; for many in a row, a fraction of that.
  let waiting: ObservedRequest[] = [];
  const observeWaiting = () => {
    const observed = waiting;
    waiting = [];
    for (const { method, route, statusCode, seconds } of observed)
      requests.observe({ method, route, status: statusCode }, seconds);
  };
  const jobs = new Counter({
    name: 'waygate_jobs_total',
    help: 'Jobs that ended, by outcome.',
    labelNames: ['name', 'outcome'],
    registers: [registry],
  });
  const counters = new Map<string, Counter>();
  const jobSeconds = new Histogram({
    name: 'waygate_job_seconds',
    help: 'Time a job took.',
    labelNames: ['name'],
    registers: [registry],
  });
  return {
    observeRequest: (request) => {
      if (waiting.push(request) >= REQUESTS_AT_ONCE) observeWaiting();
    },
    observeJob: ({ name, outcome, seconds }) => {
      jobs.inc({ name, outcome });
      jobSeconds.observe({ name }, seconds);
    },
    counter: (name, help, label) => {
      const counter =
        counters.get(name) ?? new Counter({ name, help, labelNames: [label], registers: [registry] });
      counters.set(name, counter);
      return (value) => counter.inc({ [label]: value });
    },
    gauge: (name, help, read) => {
      // A gauge that cannot be read must not fail the whole scrape, least of all during an outage.
      const collect = async (): Promise<void> => gauge.set(await Promise.try(read).catch(() => Number.NaN));
      const gauge: Gauge = new Gauge({ name, help, registers: [], collect });
      registry.registerMetric(gauge);
    },
    gaugesByLabel: (label, gauges, read) => registerTogether(registry, { label, gauges, read }),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** The record's own keys are the names. */
function registerTogether<Name extends string>(
  registry: Registry,
  {
    label,
    gauges,
    read,
  }: {
    label: string;
    gauges: Record<Name, string>;
    read: () => Promise<({ label: string } & Record<NoInfer<Name>, number>)[]>;
  },
): void {
  // All metrics of a scrape are collected at once, so the first gauge reads for the others.
  const readOnce = sharePending(read);
  for (const name of Object.keys(gauges) as Name[]) {
    const collect = async (): Promise<void> => {
      const rows = await readOnce().catch(() => []);
      gauge.reset();
      for (const row of rows) gauge.set({ [label]: row.label }, row[name]);
    };
    const gauge: Gauge = new Gauge({ name, help: gauges[name], labelNames: [label], registers: [], collect });
    registry.registerMetric(gauge);
  }
}
