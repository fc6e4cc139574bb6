<?php
/**
 * Plugin Name: netlens for Redirection
 * Description: Makes the plugin Redirection use your netlens, link to it and show its map instead of hosted services.
 * License: MIT
 *
 * Put this file into wp-content/mu-plugins/, and the address of your netlens here or in wp-config.php. Run netlens
 * with --cors and --frame-ancestors, both with the origin of this site.
 */

defined( 'NETLENS_URL' ) || define( 'NETLENS_URL', 'https://netlens.example' );

// Before the plugin's own scripts, on its page alone.
add_action( 'admin_print_scripts-tools_page_redirection', 'netlens_print_script', 0 );

function netlens_print_script() {
	?>
<script>
( ( netlens ) => {
	// What the plugin names: its service (api.redirect.li), that service's pages, and a map for frames.
	const parsed = ( text ) => {
		try {
			return new URL( text, document.baseURI );
		} catch {
			return null;
		}
	};
	const here = ( given ) => {
		const url = parsed( given );
		if ( ! url ) {
			return given;
		}
		if ( url.hostname === 'api.redirect.li' || url.hostname === 'redirect.li' || url.hostname === 'www.redirect.li' ) {
			return netlens + url.pathname + url.search + url.hash;
		}
		if ( /(^|\.)google\.[a-z.]+$/.test( url.hostname ) && url.pathname.startsWith( '/maps/embed' ) ) {
			return netlens + '/place?at=' + encodeURIComponent( url.searchParams.get( 'q' ) || '' );
		}
		return given;
	};

	const ask = window.fetch.bind( window );
	window.fetch = ( to, ...rest ) => {
		const given = to instanceof Request ? to.url : String( to );
		const url = here( given );
		if ( url === given ) {
			return ask( to, ...rest );
		}
		return ask( to instanceof Request ? new Request( url, to ) : url, ...rest );
	};

	// A frame begins to load before an observer hears of it, so its address is changed as it is set.
	const set = Element.prototype.setAttribute;
	Element.prototype.setAttribute = function ( name, value ) {
		const isFrame = this instanceof HTMLIFrameElement && String( name ).toLowerCase() === 'src';
		set.call( this, name, isFrame ? here( String( value ) ) : value );
	};
	const src = Object.getOwnPropertyDescriptor( HTMLIFrameElement.prototype, 'src' );
	Object.defineProperty( HTMLIFrameElement.prototype, 'src', {
		...src,
		set( value ) {
			src.set.call( this, here( String( value ) ) );
		},
	} );

	const mend = ( element, name ) => {
		const given = element.getAttribute( name );
		const url = given === null ? given : here( given );
		if ( url !== given ) {
			element.setAttribute( name, url );
		}
	};
	const mendAll = ( root ) => {
		for ( const [ selector, name ] of [ [ 'a[href]', 'href' ], [ 'iframe[src]', 'src' ] ] ) {
			if ( root.matches( selector ) ) {
				mend( root, name );
			}
			root.querySelectorAll( selector ).forEach( ( element ) => mend( element, name ) );
		}
	};
	new MutationObserver( ( changes ) => {
		for ( const { type, target, addedNodes } of changes ) {
			if ( type === 'attributes' ) {
				mendAll( target );
			}
			addedNodes.forEach( ( node ) => node instanceof Element && mendAll( node ) );
		}
	} ).observe( document, { subtree: true, childList: true, attributes: true, attributeFilter: [ 'href', 'src' ] } );
} )( <?php echo wp_json_encode( untrailingslashit( NETLENS_URL ), JSON_HEX_TAG | JSON_UNESCAPED_SLASHES ); ?> );
</script>
	<?php
}
