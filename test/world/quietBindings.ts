// Import this module before any that needs Solana.
import '../../watcher/quietBindings.ts';
