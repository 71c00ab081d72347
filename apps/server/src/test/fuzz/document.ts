import type { FastifyInstance } from 'fastify';
import type { JsonSchema } from '#test/contract-arbitraries.ts';

type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: JsonSchema };
type Content = Record<string, { schema: JsonSchema }>;
type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        summary: string;
        security?: Record<string, unknown>[];
        parameters?: Parameter[];
        requestBody?: { content: Content };
      }
    >
  >;
};

/** One operation, as the OpenAPI document describes it. */
export type Operation = {
  /** 'GET /api/content/news/:id', as the server's routes are written. */
  id: string;
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  isOfBridge: boolean;
  /** The sections of staff who may call. */
  sections: string[];
  params: Parameter[];
  query: Parameter[];
  json: JsonSchema | undefined;
  form: JsonSchema | undefined;
};

/** Every operation of the document that the server itself serves. */
export async function readOperations(app: FastifyInstance): Promise<Operation[]> {
  const document: Document = (await app.inject('/api/docs/json')).json();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, summary, security, parameters = [], requestBody }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        isOfBridge: security?.some((scheme) => 'bridge' in scheme) ?? false,
        sections: /For staff of section ([^,.]+)[,.]/.exec(summary)?.[1]?.split(' or ') ?? [],
        params: parameters.filter((parameter) => parameter.in === 'path'),
        query: parameters.filter((parameter) => parameter.in === 'query'),
        json: requestBody?.content['application/json']?.schema,
        form: requestBody?.content['multipart/form-data']?.schema,
      }),
    ),
  );
}
