import { Migration } from '@mikro-orm/migrations';

export class Migration20261128111229_files_outlive_holders extends Migration {

  override name = 'Migration20261128111229_files_outlive_holders';

  override up(): void | Promise<void> {
    this.addSql(`alter table "file" add "is_kept" boolean not null default false, add "is_hidden" boolean not null default false;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "file" drop column "is_kept", drop column "is_hidden";`);
  }

}
