// Import this module before any that needs Solana.
import '../../commands/watcher/quietBindings.ts';
