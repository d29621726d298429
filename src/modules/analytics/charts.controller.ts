import { CHART_POLICY } from '../../shared/kernel/content-security-policy.js';
import { Controller, Get, Param, Req, Res, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../shared/auth/access.js';
import { RateLimits } from '../../shared/auth/rate-limits.js';
import { RequestTurns } from '../../shared/auth/request-turns.js';
import { TAKES_QUERY } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery } from '../../shared/http/endpoint/inputs.js';
import { AnalyticsQuery } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';
import { CHARTS_PATH, ChartUrls } from './chart-urls.js';

export const SVG = 'image/svg+xml';

/** Other sites may embed a chart. The policy allows its own style and nothing else. */
const HEADERS = {
  'Content-Type': SVG,
  'Content-Security-Policy': CHART_POLICY,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Sets the headers of an SVG response. */
export function svgAnswer(res: Response, svg: string): string {
  res.setHeaders(new Map(Object.entries(HEADERS)));
  return svg;
}

/** Not in the API docs: clients get these URLs from responses and never construct them. */
@Controller()
@ApiExcludeController()
export class ChartsController {
  constructor(
    private readonly urls: ChartUrls,
    private readonly analytics: AnalyticsService,
    private readonly limits: RateLimits,
    private readonly turns: RequestTurns,
  ) {}

  @Get(`${CHARTS_PATH}/:token.svg`)
  @Access('public')
  @SetMetadata(TAKES_QUERY, true)
  async showChart(
    @Param('token') token: string,
    @FromQuery() query: AnalyticsQuery,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<string> {
    this.limits.countVisitor(req.ip ?? '');
    await this.turns.takeVisitor(req.ip ?? '', res);
    const signedQuery = req.originalUrl.split('?', 2)[1] ?? '';
    const draw = this.urls.open(token, signedQuery, (subject) => this.analytics.chart(subject, query));
    return svgAnswer(res, await draw);
  }
}
