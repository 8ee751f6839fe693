import { SearchDialog } from '#web/search/search-dialog.tsx';
import { AutoCommands } from './commands/auto-commands.tsx';
import { LookCommands } from './commands/look-commands.tsx';
import { ModelSwitch } from './commands/model-commands.tsx';
import { PlaceCommands } from './commands/place-commands.tsx';

interface PalettePartProps {
  isOpen: boolean;
  onClose(): void;
}

/** The palette, with the commands that every screen has. */
export function PalettePart({ isOpen, onClose }: PalettePartProps) {
  return (
    <>
      {isOpen ? (
        <>
          <AutoCommands />
          <LookCommands />
          <PlaceCommands />
        </>
      ) : null}
      <ModelSwitch isOffered={isOpen} />
      {isOpen ? <SearchDialog onClose={onClose} /> : null}
    </>
  );
}
