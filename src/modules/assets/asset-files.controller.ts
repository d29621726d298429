import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../shared/auth/access.js';
import { serveFile } from '../../shared/http/answers/serve-file.js';
import { FILES_PATH } from '../../shared/storage/file-urls.js';
import { SignedFileId, SignedUrlGuard } from '../../shared/storage/signed-url.guard.js';
import { AssetFilesService } from './asset-files.service.js';

/** Not in the API docs: clients get these URLs from responses and never construct them. */
@Controller()
@ApiExcludeController()
export class AssetFilesController {
  constructor(private readonly files: AssetFilesService) {}

  @Get(`${FILES_PATH}/:token`)
  @Access('public')
  @UseGuards(SignedUrlGuard)
  async downloadFile(
    @SignedFileId() fileId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await serveFile(req, res, await this.files.find(fileId, 'api'));
  }
}
