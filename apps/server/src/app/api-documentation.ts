import { createRequire } from 'node:module';
import swagger, { type StaticDocumentSpec, type SwaggerTransformObject } from '@fastify/swagger';
import type { Upload } from '@waygate/contract/endpoint';
import { errorBodySchema } from '@waygate/contract/errors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod';

/** Everything comes from this server. The page's script sets inline styles, so `style-src` must allow them. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the OpenAPI document at /api/docs/json, generated from the contract, and a page for it at /api/docs. */
export async function serveApiDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waygate API',
        version: '1',
        description:
          'The API that the portal’s pages call. Errors have { code, message, fields?, requestId }: branch on the code.',
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
  servePage(app);
}

/**
 * Serves the page with its own app, which is loaded at the first request: most starts are followed by none.
 *
 * @throws Error when its package isn't installed
 */
function servePage(app: FastifyInstance): void {
  createRequire(import.meta.url).resolve('@fastify/swagger-ui');
  let page: Promise<FastifyInstance> | undefined;
  const options = { schema: { hide: true } };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // `openapi` above requests an object of version 3.1; the type is a union of all versions.
    page ??= createPage(app.swagger() as StaticDocumentSpec['document']);
    const { statusCode, headers, rawPayload } = await (
      await page
    ).inject({
      url: request.url,
      headers: request.headers,
    });
    const { connection: _, 'transfer-encoding': __, ...kept } = headers;
    return reply.code(statusCode).headers(kept).send(rawPayload);
  };
  for (const url of ['/api/docs', '/api/docs/*']) app.get(url, options, answer);
}

async function createPage(document: StaticDocumentSpec['document']): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const page = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await page.register(swagger, { mode: 'static', specification: { document } });
  await page.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    theme: { title: 'Waygate API' },
    // The validator badge would send every visit to a third-party server.
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null, layout: 'BaseLayout' },
  });
  return page;
}

/** Removes noise: the limits of safe integers, and patterns that repeat a `format`. */
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

/** What the route adapter adds to the schemas of an endpoint with a file. */
type FormSchema = {
  upload?: Upload;
  body?: { properties?: object; required?: string[] };
};

/** Documents a body with a file as a form, and also as JSON where the file is optional. */
const withForms: typeof inJsonSchema = (document) => {
  const { schema, url } = inJsonSchema(document);
  // The transform's return type does not describe the schemas that it generates.
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

/** The parts of OpenAPI 3.1 used here. The library's types are a union of three versions. */
type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  components: { schemas?: Record<string, object> };
};

/** Adds the error response to every operation. */
const withErrors: SwaggerTransformObject = (document) => {
  // `openapi` above requests version 3.1.
  const { openapiObject } = document as unknown as { openapiObject: OpenApi };
  const failure = {
    description: 'What went wrong.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  };
  // HEAD has the answer of GET, which is documented.
  for (const path of Object.values(openapiObject.paths)) delete path.head;
  for (const operation of Object.values(openapiObject.paths).flatMap((path) => Object.values(path))) {
    operation.responses = { ...operation.responses, default: failure };
  }
  const { $schema: _, ...ErrorBody } = z.toJSONSchema(errorBodySchema, {
    override: ({ jsonSchema }) => makeReadable(jsonSchema),
  });
  const { components } = openapiObject;
  return { ...openapiObject, components: { ...components, schemas: { ...components.schemas, ErrorBody } } };
};
