import request, { type Test } from 'supertest';
import { connections } from './connections.js';

export interface ApiClient {
  get(path: string): Test;
  post(path: string, body?: object | string): Test;
  put(path: string, body?: object | string): Test;
  patch(path: string, body?: object | string): Test;
  delete(path: string): Test;
}

export function apiClient(url: string, key: string): ApiClient {
  const server = request(url);
  const withKey = (test: Test) => test.agent(connections).set('x-api-key', key);
  const withBody = (test: Test, body?: object | string) =>
    body === undefined ? test : test.set('content-type', 'application/json').send(body);
  return {
    get: (path) => withKey(server.get(path)),
    post: (path, body) => withBody(withKey(server.post(path)), body),
    put: (path, body) => withBody(withKey(server.put(path)), body),
    patch: (path, body) => withBody(withKey(server.patch(path)), body),
    delete: (path) => withKey(server.delete(path)),
  };
}
