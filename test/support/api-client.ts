import request, { type Test } from 'supertest';

export interface ApiClient {
  get(path: string): Test;
  post(path: string, body?: object | string): Test;
  put(path: string, body?: object | string): Test;
  patch(path: string, body?: object | string): Test;
  delete(path: string): Test;
}

export function apiClient(url: string, key: string): ApiClient {
  const agent = request(url);
  const withBody = (test: Test, body?: object | string) =>
    body === undefined ? test : test.set('content-type', 'application/json').send(body);
  return {
    get: (path) => agent.get(path).set('x-api-key', key),
    post: (path, body) => withBody(agent.post(path).set('x-api-key', key), body),
    put: (path, body) => withBody(agent.put(path).set('x-api-key', key), body),
    patch: (path, body) => withBody(agent.patch(path).set('x-api-key', key), body),
    delete: (path) => agent.delete(path).set('x-api-key', key),
  };
}
