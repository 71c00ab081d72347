import type { FastifyInstance } from 'fastify';
import type { Route } from '#platform/http/route.ts';
import type { Parts } from './parts.ts';

/** Every feature's routes. */
export function registerRoutes(route: Route, app: FastifyInstance, parts: Parts): void {}
