import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSecrets } from '../../../shared/secrets/service-secrets.js';
import { cookieValues, cookieWith, expiredCookie } from './session-cookie.js';
import { sealSession, unsealSession, usedAgain, type Session } from './session.js';

/** Reads and writes sessions in cookies, and binds forms to them. */
@Injectable()
export class ConsoleSessions {
  constructor(private readonly secrets: ServiceSecrets) {}

  /**
   * All sessions in the cookies of a request. Two are one too many: a page on the same host has set the other, and
   * nobody knows which one the person has signed in with.
   */
  async allIn(cookieHeader: string | undefined, isSecure: boolean): Promise<Session[]> {
    const values = cookieValues(cookieHeader, isSecure);
    if (values.length === 0) return [];
    const secret = await this.secrets.get('console sessions');
    const found = values.flatMap((value) => unsealSession(secret, value) ?? []);
    return [...new Map(found.map((session) => [session.id, session])).values()];
  }

  /** The `Set-Cookie` header. */
  async cookieOf(session: Session, isSecure: boolean): Promise<string> {
    return cookieWith(sealSession(await this.secrets.get('console sessions'), session), isSecure);
  }

  /** The same with the time of this use, if it is worth noting. */
  async renewedCookie(session: Session, isSecure: boolean): Promise<string | undefined> {
    const renewed = usedAgain(session);
    return renewed && this.cookieOf(renewed, isSecure);
  }

  cookieOfNone(isSecure: boolean): string {
    return expiredCookie(isSecure);
  }

  /** The token that the forms of a session carry. */
  async formToken({ id }: Session): Promise<string> {
    return createHmac('sha256', await this.secrets.get('console forms'))
      .update(id)
      .digest('base64url');
  }

  async isFormTokenOf(session: Session, sent: string): Promise<boolean> {
    const [own, other] = [await this.formToken(session), sent].map((text) => Buffer.from(text));
    return own!.length === other!.length && timingSafeEqual(own!, other!);
  }
}
