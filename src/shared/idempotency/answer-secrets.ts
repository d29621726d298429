import { Injectable } from '@nestjs/common';
import { seal, unseal } from '../secrets/secret-box.js';
import { ServiceSecrets } from '../secrets/service-secrets.js';

/** The field of an answer that shows a secret, only once. */
const FIELD = 'secret';

/** An answer as it is stored: its secret is encrypted, and its body has null in that place. */
interface StoredAnswer {
  body: string;
  sealedSecret: Buffer | null;
}

/**
 * Keeps the secrets of answers out of the stored answers, which are plain text (decision 102). Each is sealed for the
 * API key of the request: another key that repeats the request must not learn it.
 */
@Injectable()
export class AnswerSecrets {
  constructor(private readonly secrets: ServiceSecrets) {}

  async hide(body: string, keyId: string): Promise<StoredAnswer> {
    // Most answers have none, and need not be parsed.
    if (!body.includes(`"${FIELD}":"`)) return { body, sealedSecret: null };
    const answer = JSON.parse(body) as Record<string, unknown>;
    const secret = answer[FIELD];
    if (typeof secret !== 'string') return { body, sealedSecret: null };
    const sealedSecret = seal(await this.key(), keyId, secret);
    // The same place among the fields: a repeat gets the first answer to the letter.
    return { body: JSON.stringify({ ...answer, [FIELD]: null }), sealedSecret };
  }

  /** Undefined if the answer was for another API key. */
  async show({ body, sealedSecret }: StoredAnswer, keyId: string): Promise<string | undefined> {
    if (!sealedSecret) return body;
    const key = await this.key();
    try {
      const secret = unseal(key, keyId, sealedSecret);
      return JSON.stringify({ ...(JSON.parse(body) as object), [FIELD]: secret });
    } catch {
      return undefined;
    }
  }

  private key() {
    return this.secrets.get('idempotent answers');
  }
}
