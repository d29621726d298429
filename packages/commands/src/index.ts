import type { Command } from 'commander';
import { addDeliveryCommands } from './delivery-commands.js';
import { addEventCommands } from './event-commands.js';
import { addMcpCommand } from './mcp-command.js';
import { addPublishCommand } from './publish-command.js';
import type { Terminal } from './terminal.js';
import { addWebhookCommands } from './webhook-commands.js';

/** Adds the commands that are clients of the API. They use the client alone. */
export function addApiCommands(program: Command, terminal: Terminal): void {
  addEventCommands(program, terminal);
  addWebhookCommands(program, terminal);
  addDeliveryCommands(program, terminal);
  addPublishCommand(program, terminal);
  addMcpCommand(program, terminal);
}
