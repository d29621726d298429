import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** Calls the operations of this process's own API, so that the demo has what any client would have made. */
export class OwnApi {
  private constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  static async on(app: INestApplication, key: string): Promise<OwnApi> {
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    return new OwnApi(`http://127.0.0.1:${port}/v0`, key);
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.call(path, { method: 'POST', body: JSON.stringify(body) });
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.call(path, {});
  }

  private async call<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const headers = { 'x-api-key': this.key, 'content-type': 'application/json' };
    const response = await fetch(this.url + path, { ...init, headers });
    if (!response.ok)
      throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
