import { Migration } from '@mikro-orm/migrations';

export class Migration20261128160503_post_expires extends Migration {

  override name = 'Migration20261128160503_post_expires';

  override up(): void | Promise<void> {
    this.addSql(`alter table "post" add "expires_at" timestamptz null;`);
    this.addSql(`create index "post_expires_index" on "post" ("expires_at") where expires_at is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "post_expires_index";`);
    this.addSql(`alter table "post" drop column "expires_at";`);
  }

}
