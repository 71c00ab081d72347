import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { fromJsonSchema, type JsonSchema } from '#test/contract-arbitraries.ts';
import type { StaffWrite } from '#test/staff-writes.ts';
import type { Operation } from './document.ts';
import { formFault, type FormFault, nastyFile, nastyFileName, type Part, toMultipart } from './multipart.ts';
import { nastyHeader, nastyMember, nastyPiece, nastyText, RawJson } from './nasty-values.ts';
import { brokenJson, spoiledBody, toRawJson } from './spoil.ts';

/** The body of a request: nothing, JSON, any text, or a form. */
type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string; type?: string }
  | { kind: 'form'; parts: Part[]; fault: FormFault };

/** A request without its caller. Headers may replace the caller's. */
export type FuzzRequest = {
  method: string;
  path: string;
  params: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: Body;
};

/** What the server has: prepared writes of the operation, and a picture that is one. */
export type Material = { samples: StaffWrite[]; picture: Buffer };

/** Requests for the operation: as the document says, and with anything in them replaced. */
export function requestsOf(operation: Operation, material: Material): fc.Arbitrary<FuzzRequest> {
  const valid = validRequest(operation, material);
  const { params, query, json, form } = operation;
  const choices: [weight: number, spoil: Spoil][] = [
    [3, (request) => fc.constant(request)],
    [params.length > 0 ? 2 : 0, spoilParam],
    [query.length > 0 ? 4 : 1, spoilQuery],
    [json || form ? 8 : 0, spoilBody],
    [json || form ? 2 : 1, spoilText],
    [3, (request) => nastyHeader.map((headers) => ({ ...request, headers }))],
    [
      1,
      (request) =>
        fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PATCH').map((method) => ({ ...request, method })),
    ],
  ];
  return valid.chain((request) =>
    fc.oneof(
      ...choices
        .filter(([weight]) => weight > 0)
        .map(([weight, spoil]) => ({ weight, arbitrary: spoil(request) })),
    ),
  );
}

type Spoil = (request: FuzzRequest) => fc.Arbitrary<FuzzRequest>;

function validRequest(operation: Operation, material: Material): fc.Arbitrary<FuzzRequest> {
  const { method, path, params, query } = operation;
  const ids = material.samples.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  const existing = fc.oneof(
    { weight: ids.length > 0 ? 3 : 0, arbitrary: fc.constantFrom(...ids, '1') },
    { weight: 3, arbitrary: smallId.map(String) },
  );
  const ofParam = (schema: JsonSchema) =>
    fc.oneof(
      { weight: 5, arbitrary: existing },
      { weight: 1, arbitrary: fromJsonSchema(schema).map(asPiece) },
    );
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    params: fc.record(Object.fromEntries(params.map(({ name, schema }) => [name, ofParam(schema)]))),
    query: validQuery(query),
    headers: fc.constant({}),
    body: validBody(operation, material),
  });
}

function validQuery(parameters: Operation['query']): fc.Arbitrary<[string, string][]> {
  const required = parameters.filter((parameter) => parameter.required);
  return fc
    .subarray(parameters.filter((parameter) => !parameter.required))
    .chain((chosen) =>
      fc.tuple(
        ...[...required, ...chosen].map(({ name, schema }) =>
          fromJsonSchema(schema).map((value): [string, string] => [name, asPiece(value)]),
        ),
      ),
    );
}

/** The first rows of every table have such ids. */
const smallId = fc.integer({ min: 1, max: 40 });

function asPiece(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

function validBody({ json, form }: Operation, { samples, picture }: Material): fc.Arbitrary<Body> {
  const prepared = samples.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const made = json && fromJsonSchema(json).chain(withExistingIds);
  const asJson = made
    ? [
        fc
          .oneof(
            { weight: prepared.length > 0 ? 2 : 0, arbitrary: fc.constantFrom<unknown>(...prepared, {}) },
            { weight: 1, arbitrary: made },
          )
          .map((value): Body => ({ kind: 'json', value })),
      ]
    : [];
  const asForm = form ? [validForm(form, samples, picture)] : [];
  return fc.oneof(...(json || form ? [...asJson, ...asForm] : [fc.constant<Body>({ kind: 'none' })]));
}

/** With ids that are likely to exist, and addresses that are some: deep code runs only for those. */
function withExistingIds(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return fc.constant(body);
  const likely = Object.entries(body).flatMap(([name, value]): [string, fc.Arbitrary<unknown>][] => {
    if (/id$/i.test(name) && typeof value === 'number') return [[name, smallId]];
    return /url$/i.test(name) && typeof value === 'string' ? [[name, fc.webUrl()]] : [];
  });
  return fc.record(Object.fromEntries(likely)).map((existing) => ({ ...body, ...existing }));
}

function validForm(form: JsonSchema, samples: StaffWrite[], picture: Buffer): fc.Arbitrary<Body> {
  const fields = Object.entries(form.properties ?? {});
  const fileField = fields.find(([, { format }]) => format === 'binary')?.[0] ?? 'file';
  const text = fields.filter(([name]) => name !== fileField);
  const written = samples.flatMap(({ form: given, body }) => ((given ?? body) ? [given ?? body ?? {}] : []));
  const made = fc.record(Object.fromEntries(text.map(([name, schema]) => [name, fromJsonSchema(schema)])));
  const values: fc.Arbitrary<object> =
    written.length > 0 ? fc.oneof(fc.constantFrom(...written), made) : made;
  const file = fc.oneof(fc.constant(picture), nastyFile);
  return fc.tuple(values, fc.option(file), nastyFileName).map(([given, content, name]): Body => {
    const parts: Part[] = Object.entries(given)
      .filter(([, value]) => typeof value !== 'object')
      .map(([field, value]) => ({ name: field, content: String(value) }));
    if (content) parts.push({ name: fileField, content, file: name, type: 'image/png' });
    return { kind: 'form', parts, fault: 'none' };
  });
}

const spoilParam: Spoil = (request) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(request.params)), nastyPiece)
    .map(([name, piece]) => ({ ...request, params: { ...request.params, [name]: piece } }));

const spoilQuery: Spoil = (request) => {
  const known = [...request.query.map(([name]) => name), 'search', 'page', 'limit', 'sort'];
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'limit[]', 'toString', '') },
    { weight: 1, arbitrary: nastyPiece },
  );
  return fc.array(fc.tuple(name, nastyPiece), { minLength: 1, maxLength: 3 }).map((pairs) => ({
    ...request,
    query: [...request.query.filter(([key]) => key !== pairs[0]?.[0]), ...pairs],
  }));
};

const spoilBody: Spoil = (request) => {
  const { body } = request;
  if (body.kind === 'json')
    return spoiledBody(body.value).map((value) => ({ ...request, body: { kind: 'json', value } }));
  if (body.kind !== 'form') return fc.constant(request);
  const replaced = fc.tuple(fc.nat(), nastyText).map(([at, content]): Body => ({
    ...body,
    parts: body.parts.map((part, index) => (index === at % body.parts.length ? { ...part, content } : part)),
  }));
  const renamed = fc.tuple(fc.nat(), nastyText).map(([at, name]): Body => ({
    ...body,
    parts: body.parts.map((part, index) => (index === at % body.parts.length ? { ...part, name } : part)),
  }));
  const faulty = formFault.map((fault): Body => ({ ...body, fault }));
  return fc.oneof(replaced, renamed, faulty).map((spoiled) => ({ ...request, body: spoiled }));
};

const spoilText: Spoil = (request) => {
  const json =
    request.body.kind === 'json' ? toRawJson(request.body.value) : toRawJson({ id: new RawJson('1') });
  const text = fc.oneof(brokenJson(json), nastyMember.map(toRawJson));
  return text.map((broken) => ({ ...request, body: { kind: 'text', text: broken } }));
};

/** The same edit, of the record as it is now. */
export function withRevision(request: FuzzRequest, revision: number): FuzzRequest {
  const { body } = request;
  if (body.kind !== 'json' || typeof body.value !== 'object') return request;
  return { ...request, body: { kind: 'json', value: { ...body.value, revision } } };
}

/** The request for `inject`, without its caller. */
export function toInject({ method, path, params, query, headers, body }: FuzzRequest): InjectOptions {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1');
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const sent = toPayload(body);
  return {
    method,
    url: search === '' ? filled : `${filled}?${search}`,
    ...sent,
    headers: { ...sent.headers, ...headers },
  };
}

function toPayload(body: Body): Pick<InjectOptions, 'payload'> & { headers?: Record<string, string> } {
  switch (body.kind) {
    case 'none':
      return {};
    case 'json':
      return { headers: { 'content-type': 'application/json' }, payload: toRawJson(body.value) };
    case 'text':
      return { headers: { 'content-type': body.type ?? 'application/json' }, payload: body.text };
    case 'form':
      return toMultipart(body.parts, body.fault);
  }
}
