import {
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { uploadFingerprint } from '../../idempotency/request-fingerprint.js';
import { InjectSettings } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { Pictures } from '../../pictures/pictures.js';
import { ReceivedFile } from '../../storage/received-file.js';
import { StoredFiles } from '../../storage/stored-files.js';
import { UploadFolder } from '../../storage/upload-folder.js';
import { decodePicture } from './decode-picture.js';
import { readForm, type Form } from './read-form.js';
import '../server/request.js';

/**
 * Receives a form with a file, and stores the file before the transaction of the operation is opened, so that a slow
 * caller holds no database connection. If the operation does not use the file, it is removed.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  private readonly logger = new Logger('upload');

  constructor(
    @InjectSettings() private readonly settings: Settings,
    private readonly uploads: UploadFolder,
    private readonly files: StoredFiles,
    private readonly pictures: Pictures,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return from(this.handle(http.getRequest<Request>(), http.getResponse<Response>(), next));
  }

  private async handle(req: Request, res: Response, next: CallHandler): Promise<unknown> {
    const form = await this.receive(req);
    req.body = form;
    req.rawBody = uploadFingerprint(form);
    const { file } = form;
    if (!(file instanceof ReceivedFile)) return lastValueFrom(next.handle());
    await this.store(file);
    let isUsed = false;
    try {
      const answer: unknown = await lastValueFrom(next.handle());
      isUsed = !res.hasHeader('Idempotency-Replayed');
      return answer;
    } finally {
      if (!isUsed) await this.tidyUp(file, () => this.files.removeIfOrphan(file.id));
    }
  }

  private receive(req: Request): Promise<Form> {
    const { UPLOAD_LIMIT, UPLOAD_TIMEOUT_MS, BODY_LIMIT } = this.settings;
    const limits = { fileBytes: UPLOAD_LIMIT, textBytes: BODY_LIMIT, timeoutMs: UPLOAD_TIMEOUT_MS };
    return readForm(
      req,
      limits,
      (content) => this.uploads.receive(content),
      (file) => this.uploads.remove(file),
    );
  }

  /** A store that failed may still complete the write, so the file stays listed as an orphan. */
  private async store(file: ReceivedFile): Promise<void> {
    try {
      await decodePicture(file, this.pictures);
      await this.files.put(file);
    } catch (error) {
      await this.tidyUp(file, () => this.uploads.remove(file));
      throw error;
    }
  }

  /** A file that cannot be removed now is listed as an orphan, and removed later. */
  private async tidyUp({ id }: ReceivedFile, removal: () => Promise<void>): Promise<void> {
    try {
      await removal();
    } catch (error) {
      this.logger.warn({ msg: 'file not removed yet', fileId: id, error });
    }
  }
}
