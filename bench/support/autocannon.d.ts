/** The part of autocannon that the benchmarks use. It has no types. Source: its README. */
declare module 'autocannon' {
  type Request = {
    method?: 'GET' | 'POST';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
    onResponse?: (status: number, body: string) => void;
  };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Total number of requests; `duration` is then ignored. */
    amount?: number;
    requests?: Request[];
    headers?: Record<string, string>;
  };
  type Result = {
    requests: { average: number; total: number };
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    duration: number;
    statusCodeStats: Record<string, { count: number }>;
  };
  const autocannon: (options: Options) => Promise<Result>;
  export default autocannon;
}
