import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { currentContext } from '../database/work-context.js';
import { FileUrls } from './file-urls.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The file of a signed URL. */
    signedFileId?: string;
  }
}

/** Stands in place of a key: a signed URL names its file and tenant. */
@Injectable()
export class SignedUrlGuard implements CanActivate {
  constructor(private readonly urls: FileUrls) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    const { tenantId, fileId } = await this.urls.verify(String(req.params.token));
    currentContext()!.tenantId = tenantId;
    req.signedFileId = fileId;
    return true;
  }
}

export const SignedFileId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().signedFileId,
);
