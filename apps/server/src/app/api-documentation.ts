import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

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
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (header) => header.replace(/upgrade-insecure-requests;?/, ''),
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
}
