import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalid } from '../../kernel/errors.js';
import { TAKES_QUERY } from './endpoint.js';
import { Faults } from '../../fields/faults.js';

/** Refuses query parameters if the handler reads none. If it reads some, its dto decides. */
@Injectable()
export class UnexpectedQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const req = context.switchToHttp().getRequest<Request>();
    if (!req.url.includes('?') || Reflect.getMetadata(TAKES_QUERY, context.getHandler())) return true;
    const faults = new Faults('query');
    for (const name of Object.keys(req.query)) faults.addUnknown([name]);
    if (faults.found.length > 0) throw invalid(faults.found);
    return true;
  }
}
