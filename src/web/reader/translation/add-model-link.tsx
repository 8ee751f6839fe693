import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Leads to the settings of models, because the offline model cannot translate. */
export function AddModelLink() {
  const { translation } = useStrings();
  return (
    <Link
      to="/settings/$section"
      params={{ section: 'models' }}
      search={{ add: true }}
      className={buttonClass('plain')}
    >
      {translation.addModel}
    </Link>
  );
}
