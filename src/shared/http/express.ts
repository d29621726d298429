import express, { type Express } from 'express';
import { etagOf } from './precondition.js';

export function createExpress(): Express {
  const server = express();
  server.disable('x-powered-by');
  // Paths differ by case, as ids and the documentation do.
  server.enable('case sensitive routing');
  server.set('etag', etagOf);
  return server;
}
