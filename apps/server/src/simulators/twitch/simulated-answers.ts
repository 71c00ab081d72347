/** One request as it came over the network. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
};

export type Answer = { status: number; headers: Record<string, string>; body: string };

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

const NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** An error in the format of Helix. */
export function helixError(status: number, message: string): Answer {
  return json(status, { error: NAMES[status] ?? 'Error', status, message });
}

/** An error in the format of the authorization server. */
export function oauthError(status: number, message: string): Answer {
  return json(status, { status, message });
}

export function redirectTo(location: string): Answer {
  return { status: 303, headers: { location }, body: '' };
}
