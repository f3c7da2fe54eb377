import { Migration } from '@mikro-orm/migrations';

export class Migration20261126072904_open_posts_index extends Migration {

  override name = 'Migration20261126072904_open_posts_index';

  override up(): void | Promise<void> {
    this.addSql(`create index "post_open_index" on "post" ("published_at") where status = 'published' and access = 'public';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "post_open_index";`);
  }
}
