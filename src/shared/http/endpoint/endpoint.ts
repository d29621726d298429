import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Access, Live } from '../../auth/access.js';
import { IsBatch } from '../batches/batch-items.guard.js';
import { documentation, type EndpointOptions, type Verb } from './endpoint-docs.js';
import { inputsOf } from './inputs.js';
import { UploadInterceptor } from '../uploads/upload.interceptor.js';
import { WriteInterceptor } from './write.interceptor.js';

/** Whether the handler reads the query string; if not, any parameter is a fault. */
export const TAKES_QUERY = 'foyer:takes-query';

/** Whether an operation that is no GET only reads. */
export const ONLY_READS = 'foyer:only-reads';

/** Whether the handler reads a body; if not, the body is not read. */
export const TAKES_BODY = 'foyer:takes-body';

/**
 * One operation: its route as the documentation prints it, its access, and its documentation. Everything that does not
 * only read runs in one transaction.
 */
export function Endpoint(route: `${Verb} /${string}`, options: EndpointOptions): MethodDecorator {
  return (controller, method, descriptor) => {
    const [verb, path] = route.split(' ') as [Verb, string];
    const inputs = inputsOf(controller, method);
    applyDecorators(
      RequestMapping({ method: RequestMethod[verb], path: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
      HttpCode(options.status ?? 200),
      Access(options.access),
      Live(options.live !== undefined),
      SetMetadata(TAKES_QUERY, inputs.query),
      SetMetadata(TAKES_BODY, inputs.body),
      IsBatch(inputs.batch),
      SetMetadata(ONLY_READS, options.isRead === true),
      ...(verb === 'GET' || options.isRead
        ? []
        : [UseInterceptors(...(inputs.upload ? [UploadInterceptor] : []), WriteInterceptor)]),
      ...documentation({ ...options, verb, inputs, name: String(method) }),
    )(controller, method, descriptor);
  };
}
