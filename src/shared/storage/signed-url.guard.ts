import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { currentContext } from '../database/transactions/work-context.js';
import { SignedUrls } from '../auth/signed-urls.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The file of a signed URL. */
    signedFileId?: string;
  }
}

/** Replaces a key: a signed URL names its file and tenant. */
@Injectable()
export class SignedUrlGuard implements CanActivate {
  constructor(private readonly urls: SignedUrls) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    const { tenantId, ids } = await this.urls.verify('file url', String(req.params.token));
    currentContext()!.tenantId = tenantId;
    req.signedFileId = ids[0];
    return true;
  }
}

export const SignedFileId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().signedFileId,
);
