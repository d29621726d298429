import { Module } from '@nestjs/common';
import { ApiCaller } from './calling/api-caller.js';
import { ConsoleRouter } from './console.router.js';
import { LiveRouter } from './live.router.js';
import { LiveStreams } from './live/live-streams.js';
import { ConsoleSessions } from './signing-in/console-sessions.js';
import { OneTimeLinks } from './signing-in/one-time-links.js';
import { SignInAttempts } from './signing-in/sign-in-attempts.js';
import { SignInRouter } from './sign-in.router.js';
import { SignInService } from './signing-in/sign-in.service.js';

@Module({
  providers: [
    ...[ApiCaller, ConsoleSessions, OneTimeLinks, SignInAttempts, SignInService],
    ...[LiveStreams, SignInRouter, LiveRouter, ConsoleRouter],
  ],
})
export class ConsoleModule {}
