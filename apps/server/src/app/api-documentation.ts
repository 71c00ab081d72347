import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Upload } from '@waygate/contract/endpoint';
import { errorBodySchema } from '@waygate/contract/errors';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';

/** Everything from this server; the page's script sets styles by itself, which only a style's policy can see. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The OpenAPI document at /api/docs/json, made from the contract, and a page to read it at /api/docs. */
export async function serveApiDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waygate API',
        version: '1',
        description:
          'What the portal’s own pages call. Errors carry { code, message, fields?, requestId }: branch on the code.',
      },
      components: {
        securitySchemes: {
          bridge: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of the game’s bridge; only from listed addresses',
          },
          session: { type: 'http', scheme: 'bearer', description: 'accessToken of POST /api/auth/login' },
        },
      },
    },
    transform: withForms,
    transformObject: withErrors,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Waygate API' },
    // The badge would tell a stranger's server of every visit.
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null, layout: 'BaseLayout' },
  });
}

/** Takes out what says nothing to a reader: the ends of exact numbers, and what a `format` says already. */
function makeReadable(schema: {
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
}

const inJsonSchema = createJsonSchemaTransform({
  zodToJsonConfig: { unrepresentable: 'any', override: ({ jsonSchema }) => makeReadable(jsonSchema) },
});

/** What the route adapter states of an endpoint with a file, beside the schemas. */
type FormSchema = {
  upload?: Upload;
  body?: { properties?: object; required?: string[] };
};

/** Shows a body with a file as the form that it is, and as JSON too where the file may be missing. */
const withForms: typeof inJsonSchema = (document) => {
  const { schema, url } = inJsonSchema(document);
  // Schemas that the transform has made; its own type knows nothing of them.
  const { upload, body, ...rest } = schema as FormSchema;
  if (!upload) return { schema, url };
  const { field, isRequired } = upload;
  const form = {
    type: 'object',
    ...body,
    properties: { ...body?.properties, [field]: { type: 'string', format: 'binary' } },
    required: [...(body?.required ?? []), ...(isRequired ? [field] : [])],
  };
  const content = {
    'multipart/form-data': { schema: form },
    ...(body && !isRequired && { 'application/json': { schema: body } }),
  };
  return { schema: { ...rest, body: { content } }, url };
};

/** The parts of OpenAPI 3.1 in use here. The library's own types are a union of three versions. */
type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  components: { schemas?: Record<string, object> };
};

/** Adds to every operation what any of them may answer instead. */
const withErrors: SwaggerTransformObject = (document) => {
  // Version 3.1 is asked for above.
  const { openapiObject } = document as unknown as { openapiObject: OpenApi };
  const failure = {
    description: 'What went wrong.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  };
  for (const operation of Object.values(openapiObject.paths).flatMap((path) => Object.values(path))) {
    operation.responses = { ...operation.responses, default: failure };
  }
  const { $schema: _, ...ErrorBody } = z.toJSONSchema(errorBodySchema);
  const { components } = openapiObject;
  return { ...openapiObject, components: { ...components, schemas: { ...components.schemas, ErrorBody } } };
};
