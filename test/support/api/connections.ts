import { Agent } from 'node:http';

/** Requests of a test file share connections: opening one takes as much CPU time as sending a request. */
export const connections = new Agent({ keepAlive: true });
