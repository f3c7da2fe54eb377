import { Migration } from '@mikro-orm/migrations';

export class Migration20261127170658_document_retention extends Migration {

  override name = 'Migration20261127170658_document_retention';

  override up(): void | Promise<void> {
    this.addSql(`alter table "performer_document" add "decided_at" timestamptz null, add "removed_at" timestamptz null;`);
    // Reviews of before count from now on.
    this.addSql(`update "performer_document" set "decided_at" = now() where "status" <> 'submitted';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "performer_document" drop column "decided_at", drop column "removed_at";`);
  }

}
