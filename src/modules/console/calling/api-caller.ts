import { Foyer } from '@foyer/client';
import { Injectable } from '@nestjs/common';
import { sealVisitor, VISITOR_HEADER } from '../../../shared/secrets/sealed-visitor.js';
import { ServiceSecrets } from '../../../shared/secrets/service-secrets.js';

/** The API as the screens use it. Times are `Date`. */
export type Api = Foyer<true>;

/** A person waits for the answer. */
const TIMEOUT_MS = 20_000;
const RETRIES = 1;

/** Calls the public API over HTTP, like any other client. */
@Injectable()
export class ApiCaller {
  private url: string | undefined;

  constructor(private readonly secrets: ServiceSecrets) {}

  /** The address of the API on this machine. */
  callsAt(url: string): void {
    this.url = url;
  }

  get apiUrl(): string {
    return this.url!;
  }

  /** A file by the token in its URL, which needs no key. */
  async file(token: string, range: string | undefined, visitorAddress: string): Promise<Response> {
    const visitor = sealVisitor(await this.secrets.get('console visitors'), visitorAddress);
    const headers = { [VISITOR_HEADER]: visitor, ...(range !== undefined && { range }) };
    return fetch(`${this.url}/files/${token}`, { headers, redirect: 'manual' });
  }

  async clientFor(key: string, visitorAddress: string): Promise<Api> {
    const visitor = sealVisitor(await this.secrets.get('console visitors'), visitorAddress);
    return new Foyer({
      url: this.url!,
      key,
      dates: true,
      retries: RETRIES,
      timeoutMs: TIMEOUT_MS,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set(VISITOR_HEADER, visitor);
        return fetch(input, { ...init, headers });
      },
    });
  }
}
